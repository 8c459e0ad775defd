import { LateClockControl } from "./late-clock-control";

/** Says on every page of a partner that the money is test money, and how far the sandbox clock is ahead. */
export function StagingLine() {
  return (
    <header className="border-b border-line bg-waiting-faint px-4 py-0.5 text-center text-small text-waiting">
      <strong className="font-semibold">Staging.</strong> Test money on test networks.
      <LateClockControl />
    </header>
  );
}
