#include "replay/compare/page.h"

#include <fmt/format.h>

#include <utility>

namespace replay {
namespace {

void show_measures(Page& page, const ComparedTrace& compared) {
  std::vector<std::vector<std::string>> rows;
  for (const MeasureResult& measure : compared.result.measures) {
    rows.push_back({to_word(measure.measure), to_string(measure.interval), with_unit(measure.measure, measure.good),
                    with_unit(measure.measure, measure.bad), measure.is_judged ? to_word(measure.verdict) : ""});
  }
  page.table({"measure", "bad / good, with 95 %", "good", "bad", "verdict"}, rows);
}

void show_where(Page& page, const std::vector<PlaceDifference>& where) {
  if (where.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const PlaceDifference& place : where) {
    rows.push_back({place.kind, place.name, fmt::format("{:.3f}", place.good), fmt::format("{:.3f}", place.bad),
                    fmt::format("{:.3f} [{:.3f}, {:.3f}]", place.difference, place.low, place.high)});
  }
  page.paragraph("Where the bad side is slower: milliseconds of CPU time of all measured frames together.");
  page.table({"kind", "place", "good", "bad", "difference, with 95 %"}, rows);
}

void show_frames(Page& page, const ComparedTrace& compared) {
  constexpr std::pair<const char*, std::vector<double> FrameCosts::*> kLists[] = {
      {"CPU ms by frame", &FrameCosts::cpu_ms},
      {"wall ms by frame", &FrameCosts::wall_ms},
      {"GPU ms by frame", &FrameCosts::gpu_ms},
      {"instructions by frame", &FrameCosts::instructions}};
  for (const auto& [caption, list] : kLists) {
    std::vector<double> good = medians_by_frame(compared.result.good, list);
    if (good.empty()) continue;
    page.chart(caption,
               {{"good", "good", std::move(good)}, {"bad", "bad", medians_by_frame(compared.result.bad, list)}});
  }
}

}  // namespace

void show(Page& page, const ComparedTrace& compared) {
  page.facts(facts_of(compared));
  show_measures(page, compared);
  show_where(page, compared.where);
  show_frames(page, compared);
}

Page page_of(const std::vector<ComparedTrace>& traces) {
  Page page("Is one driver slower?");
  for (const ComparedTrace& compared : traces) {
    page.heading(compared.trace);
    show(page, compared);
  }
  return page;
}

}  // namespace replay
