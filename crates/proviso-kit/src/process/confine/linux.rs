//! Landlock and seccomp.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, LandlockStatus,
    RestrictionStatus, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope,
    make_bitflags, path_beneath_rules,
};

use super::{Confines, Files, Parts};

/// The newest interface whose rights were looked at. Older systems know fewer and enforce those.
const NEWEST: ABI = ABI::V10;

/// Programs and libraries of the system, and how the latter are found. Package managers that have a
/// root of their own hold nothing private there.
const SYSTEM: [&str; 17] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/home/linuxbrew/.linuxbrew",
    "/opt/local",
];
/// Devices that hold nothing.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

pub(super) fn probe() -> Parts {
    // In threads of their own, since there is no way back.
    let try_it = |attempt: fn() -> Option<u32>| {
        std::thread::Builder::new().spawn(attempt).ok()?.join().ok().flatten()
    };
    Parts {
        landlock: try_it(|| version(&restrict(&Files::default()).ok()?)),
        seccomp: try_it(|| calls::refuse(0).ok().map(|()| 1)).is_some(),
    }
}

pub(super) fn confine(parts: Parts, confines: &Confines, group: u32) -> io::Result<()> {
    // First the files: the filter refuses nothing that this takes, but need not be asked either.
    if let Some(files) = &confines.files
        && parts.landlock.is_some()
    {
        let status = restrict(files).map_err(io::Error::other)?;
        if version(&status).is_none() {
            return Err(io::Error::other("Landlock was there and is not any more"));
        }
    }
    if parts.seccomp { calls::refuse(group) } else { Ok(()) }
}

fn version(status: &RestrictionStatus) -> Option<u32> {
    let LandlockStatus::Available { effective_abi, kernel_abi } = status.landlock else {
        return None;
    };
    u32::try_from(kernel_abi.unwrap_or(effective_abi as i32)).ok()
}

/// Takes all rights on files, TCP and the signals of others from this thread but those on `files`.
fn restrict(files: &Files) -> Result<RestrictionStatus, RulesetError> {
    let reads: BitFlags<AccessFs> = make_bitflags!(AccessFs::{Execute | ReadFile | ReadDir});
    // No links: what follows one here is us, when the program has ended.
    let writes: BitFlags<AccessFs> = make_bitflags!(AccessFs::{
        ReadFile | ReadDir | WriteFile | Truncate | MakeReg | MakeDir | RemoveFile | RemoveDir | Refer
    });
    let devices: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | WriteFile});
    let system = SYSTEM.iter().map(Path::new);
    let readable = system.chain(files.readable.iter().map(AsRef::as_ref));
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        // What is not there is left out.
        .add_rules(path_beneath_rules(readable, reads))?
        .add_rules(path_beneath_rules(&files.writable, writes))?
        .add_rules(path_beneath_rules(DEVICES, devices))?
        .restrict_self()
}

/// Where the filter's language is not known for the processor.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
mod calls {
    use std::io;

    pub(super) fn refuse(_group: u32) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

/// System calls that a compiler does not need.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))]
mod calls {
    use std::collections::BTreeMap;
    use std::io;
    use std::sync::OnceLock;

    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule, TargetArch,
    };

    /// Refused with `EPERM`, whatever the arguments.
    const FORBIDDEN: &[libc::c_long] = &[
        // The network, and every other service that listens on a socket.
        libc::SYS_socket,
        // Out of the process group, which is ended as a whole.
        libc::SYS_setsid,
        // Other processes.
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_setpriority,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_ioprio_set,
        libc::SYS_migrate_pages,
        libc::SYS_move_pages,
        libc::SYS_process_madvise,
        libc::SYS_kcmp,
        // What other programs share: that which is there needs no call that makes it.
        libc::SYS_shmget,
        libc::SYS_shmat,
        libc::SYS_shmctl,
        libc::SYS_msgget,
        libc::SYS_msgsnd,
        libc::SYS_msgrcv,
        libc::SYS_msgctl,
        libc::SYS_semget,
        libc::SYS_semop,
        libc::SYS_semtimedop,
        libc::SYS_semctl,
        libc::SYS_mq_open,
        libc::SYS_mq_unlink,
        // What Landlock has no word for.
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        FCHMODAT2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_utimensat,
        libc::SYS_truncate,
        libc::SYS_open_by_handle_at,
        // What makes a user more than a user, and what few programs need and many holes were in.
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_move_mount,
        libc::SYS_open_tree,
        libc::SYS_fsopen,
        libc::SYS_fsmount,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_kexec_load,
        libc::SYS_kexec_file_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_quotactl,
        libc::SYS_acct,
        libc::SYS_syslog,
    ];
    const FCHMODAT2: libc::c_long = 452;

    /// The older names that only the oldest of the three processors has.
    #[cfg(target_arch = "x86_64")]
    const OLD: &[libc::c_long] = &[
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const OLD: &[libc::c_long] = &[];

    /// As if the system had none of them; programs then take another way. The first runs other calls
    /// where no filter sees them, the second has its flags where no filter can look, the last make
    /// files without a path, which could be executed wherever Landlock looks at paths.
    const UNKNOWN: &[libc::c_long] = &[
        libc::SYS_io_uring_setup,
        libc::SYS_clone3,
        libc::SYS_memfd_create,
        libc::SYS_memfd_secret,
    ];

    /// Namespaces of one's own: `CLONE_NEWNS`, cgroup, UTS, IPC, user, PID and network.
    const NAMESPACES: [libc::c_int; 7] = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];

    /// Refuses them to this thread and to all that it starts, and every process group but one.
    pub(super) fn refuse(group: u32) -> io::Result<()> {
        static FILTERS: OnceLock<Result<[BpfProgram; 2], String>> = OnceLock::new();
        let filters = FILTERS.get_or_init(|| filters().map_err(|it| it.to_string()));
        for it in filters.as_ref().map_err(|it| io::Error::other(it.as_str()))? {
            seccompiler::apply_filter(it).map_err(io::Error::other)?;
        }
        let groups = groups_but(group).map_err(io::Error::other)?;
        seccompiler::apply_filter(&groups).map_err(io::Error::other)
    }

    /// The program itself joins its group in the confined thread.
    fn groups_but(group: u32) -> Result<BpfProgram, BackendError> {
        let joining = [libc::SYS_setpgid].into_iter().flat_map(both);
        let rules = joining.map(|it| Ok((it, vec![differs(1, u64::from(group))?])));
        filter(rules.collect::<Result<_, _>>()?, libc::EPERM)
    }

    fn filters() -> Result<[BpfProgram; 2], BackendError> {
        let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
        for call in FORBIDDEN.iter().chain(OLD).copied().flat_map(both) {
            forbidden.insert(call, Vec::new());
        }
        for call in both(libc::SYS_clone) {
            let rules: Result<Vec<_>, _> = NAMESPACES.iter().map(|it| with_flag(*it)).collect();
            forbidden.insert(call, rules?);
        }
        for call in both(libc::SYS_prlimit64) {
            // The limits of others; a program limits itself by this call too.
            forbidden.insert(call, vec![differs(0, 0)?]);
        }
        let absent = UNKNOWN.iter().copied().flat_map(both).map(|it| (it, Vec::new())).collect();
        Ok([filter(absent, libc::ENOSYS)?, filter(forbidden, libc::EPERM)?])
    }

    /// A rule for calls whose argument is another than this.
    fn differs(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
        let length = SeccompCmpArgLen::Dword;
        SeccompRule::new(vec![SeccompCondition::new(argument, length, SeccompCmpOp::Ne, value)?])
    }

    /// A rule for calls whose first argument has a flag.
    fn with_flag(flag: libc::c_int) -> Result<SeccompRule, BackendError> {
        let flag = u64::from(flag.unsigned_abs());
        let has = SeccompCmpOp::MaskedEq(flag);
        let has = SeccompCondition::new(0, SeccompCmpArgLen::Dword, has, flag)?;
        SeccompRule::new(vec![has])
    }

    /// A call by both of its numbers: the second is how programs with short pointers make it.
    fn both(call: libc::c_long) -> impl Iterator<Item = i64> {
        const SHORT_POINTERS: i64 = 0x4000_0000;
        let short = cfg!(target_arch = "x86_64").then_some(call | SHORT_POINTERS);
        std::iter::once(call).chain(short)
    }

    fn filter(
        rules: BTreeMap<i64, Vec<SeccompRule>>,
        refusal: libc::c_int,
    ) -> Result<BpfProgram, BackendError> {
        let refusal = SeccompAction::Errno(refusal.unsigned_abs());
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        SeccompFilter::new(rules, SeccompAction::Allow, refusal, arch)?.try_into()
    }
}
