/** The parts of a connection that tell its versions apart. */
export interface VersionedRow {
  id: string;
  changedAt: Date;
  onlySetAt: Date | null;
}

/** Returns the version of a connection, which every change by an owner replaces. */
export const versionOf = ({ id, changedAt, onlySetAt }: VersionedRow): string =>
  [id, changedAt.getTime(), onlySetAt?.getTime() ?? 0].join(".");

/** Returns whether a version that was read is the present one. Null stands for no connection. */
export const isPresent = (version: string | null, row: VersionedRow | null | undefined): boolean =>
  version === (row ? versionOf(row) : null);

/** Returns the time of a change, later than the one before it, whose process may have had another clock. */
export const timeAfter = (before: Date | null | undefined, at: Date): Date =>
  before && before >= at ? new Date(before.getTime() + 1) : at;
