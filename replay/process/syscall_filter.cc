// The filter lists what is denied, not what is allowed. The drivers under test come from others, each uses its own set
// of system calls, and one may have been built an hour ago. The list has the calls that an intruder can use, and that
// neither the loader nor a GL driver without a window needs.
#include "replay/process/syscall_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>

namespace replay {
namespace {

constexpr std::uint64_t kLow32 = 0xffffffff;  // the kernel ignores the upper half of an int argument

// These calls are denied whatever their arguments are.
constexpr int kDenied[] = {
    // the network, and local services: a bus or a display would start programs for whoever asks
    SCMP_SYS(socket),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    // other programs and processes
    SCMP_SYS(execve),
    SCMP_SYS(execveat),
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(process_mrelease),
    SCMP_SYS(kcmp),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(tkill),
    SCMP_SYS(move_pages),
    SCMP_SYS(migrate_pages),
    SCMP_SYS(setrlimit),
    // file systems, and what Landlock does not see: owners, modes, attributes, times
    SCMP_SYS(mount),
    SCMP_SYS(umount),
    SCMP_SYS(umount2),
    SCMP_SYS(move_mount),
    SCMP_SYS(open_tree),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(quotactl),
    SCMP_SYS(quotactl_fd),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(chmod),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchmodat),
    SCMP_SYS(chown),
    SCMP_SYS(fchown),
    SCMP_SYS(lchown),
    SCMP_SYS(fchownat),
    SCMP_SYS(setxattr),
    SCMP_SYS(lsetxattr),
    SCMP_SYS(fsetxattr),
    SCMP_SYS(removexattr),
    SCMP_SYS(lremovexattr),
    SCMP_SYS(fremovexattr),
    SCMP_SYS(utime),
    SCMP_SYS(utimes),
    SCMP_SYS(futimesat),
    SCMP_SYS(utimensat),
    SCMP_SYS(truncate),
    SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
    // the kernel, keys, clocks, and ways around this filter
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(reboot),
    SCMP_SYS(syslog),
    SCMP_SYS(acct),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(modify_ldt),
    SCMP_SYS(vhangup),
    SCMP_SYS(lookup_dcookie),
    // memory and messages shared with others by number or name
    SCMP_SYS(shmget),
    SCMP_SYS(shmat),
    SCMP_SYS(semget),
    SCMP_SYS(msgget),
    SCMP_SYS(mq_open),
};

// These fail as if the kernel did not have them. Programs then use older calls, whose arguments the filter can check.
constexpr int kUnknown[] = {SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
                            SCMP_SYS(io_uring_register)};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (!context_) failure_ = ENOMEM;
    // The same number means another call in the table of another architecture.
    else keep(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }

  void deny(int syscall, int error = EPERM) {
    if (failure_ == 0) keep(seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(error), syscall, 0));
  }
  // `argument` has the index of the argument (from 0), the comparison, and the value to compare with.
  void deny_if(int syscall, scmp_arg_cmp argument) {
    if (failure_ == 0) keep(seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(EPERM), syscall, 1, argument));
  }

  // Returns 0, or the errno of the first thing that went wrong.
  int load() {
    if (failure_ == 0) keep(seccomp_load(context_.get()));
    return failure_;
  }

 private:
  // Keeps the first failure. EDOM is none: it means that this architecture has no such call.
  void keep(int result) {
    if (result < 0 && result != -EDOM && failure_ == 0) failure_ = -result;
  }

  std::unique_ptr<void, decltype(&seccomp_release)> context_;
  int failure_ = 0;
};

}  // namespace

loaders::Status filter_syscalls() {
  Filter filter;
  for (const int syscall : kDenied) filter.deny(syscall, syscall == SCMP_SYS(socket) ? EACCES : EPERM);
  for (const int syscall : kUnknown) filter.deny(syscall, ENOSYS);

  const auto self = static_cast<scmp_datum_t>(::getpid());
  for (const int syscall : {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)}) {
    filter.deny_if(syscall, scmp_arg_cmp{0, SCMP_CMP_NE, self, 0});
  }
  filter.deny_if(SCMP_SYS(clone), scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0});  // only threads are made
  filter.deny_if(SCMP_SYS(socketpair), scmp_arg_cmp{0, SCMP_CMP_NE, AF_UNIX, 0});
  filter.deny_if(SCMP_SYS(prlimit64), scmp_arg_cmp{2, SCMP_CMP_NE, 0, 0});
  // What a process puts into the input of its terminal would be typed into the shell after its end.
  for (const scmp_datum_t request : {TIOCSTI, TIOCLINUX}) {
    filter.deny_if(SCMP_SYS(ioctl), scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, kLow32, request});
  }
  // Opening for reading with O_TRUNC is a way of writing that the first two versions of Landlock do not see.
  constexpr scmp_datum_t kHow = O_ACCMODE | O_TRUNC;
  filter.deny_if(SCMP_SYS(open), scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, kHow, O_TRUNC});
  filter.deny_if(SCMP_SYS(openat), scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, kHow, O_TRUNC});

  const int error = filter.load();
  if (error == 0) return {};
  return loaders::Error{
      fmt::format("the network and other programs can be reached: the kernel takes no seccomp filter ({})",
                  std::generic_category().message(error))};
}

}  // namespace replay
