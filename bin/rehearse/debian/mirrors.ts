/** A source of packages: where the release itself is, and where its security updates are, if apt knows that. */
export interface Mirrors {
  release: string;
  security: string | undefined;
}

/** The mirror of a Debian machine that has no other. */
export const DEFAULT_MIRROR = "http://deb.debian.org/debian";

const SECURITY = /-security$/;
/** `bookworm-updates`, `bookworm-backports`: suites beside a release. */
const BESIDE = /-/;

/**
 * The mirrors of this machine, from the lines of `apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(CODENAME)'`. The first
 * repository of a Debian release is the mirror.
 */
export function mirrorsOf(targets: string): Mirrors {
  const debian = targets
    .split("\n")
    .map((line) => line.trim().split(" "))
    .filter(([, origin]) => origin === "Debian")
    .map(([uri = "", , codename = ""]) => ({ uri: uri.replace(/\/$/, ""), codename }));
  const release = debian.find(({ codename }) => !BESIDE.test(codename));
  const security = debian.find(({ codename }) => SECURITY.test(codename));
  return { release: release?.uri ?? DEFAULT_MIRROR, security: security?.uri };
}

/**
 * Whether a mirror's `Release` file is that of a published Debian 13. A mirror that shows the archive as it was on an earlier
 * day has it as testing, without a version, and with packages that are too old or do not fit together.
 */
export function isDebian13(releaseFile: string): boolean {
  return /^Version: 13(\.|$)/m.test(releaseFile);
}
