import { errorFields, log } from "@/lib/kernel/log";
import type { ProviderNote } from "@/lib/kernel/provider-calls";
import { Throttle } from "@/lib/kernel/throttle";
import { addProviderReport, type ProviderReport } from "./store";

const REPORT_EVERY_MS = 5_000;
/** The largest value of the column; a callback that is weeks late tells no more. */
const MAX_LAG_MS = 2_147_483_647;

const emptyReport = (provider: string): ProviderReport => ({
  provider,
  succeededAt: null,
  failedAt: null,
  failure: null,
  outageAt: null,
  callbackAt: null,
  callbackLagMs: null,
  callbacks: 0,
});

function withNote(report: ProviderReport, note: ProviderNote): ProviderReport {
  const { at } = note;
  switch (note.kind) {
    case "success":
      return { ...report, succeededAt: at, outageAt: null };
    case "failure":
      return {
        ...report,
        failedAt: at,
        failure: note.failure,
        outageAt: note.isOutage ? (report.outageAt ?? at) : report.outageAt,
      };
    case "callback": {
      const callbackLagMs = note.lagMs === null ? null : Math.min(note.lagMs, MAX_LAG_MS);
      return { ...report, callbackAt: at, callbackLagMs, callbacks: report.callbacks + 1 };
    }
  }
}

/** Collects the notes of this process and stores them every few seconds for the Health page. */
export class ProviderReporter {
  #reports = new Map<string, ProviderReport>();
  readonly #lastAtMs = new Map<string, number>();
  #lastWrite: Promise<void> = Promise.resolve();
  readonly #throttle = new Throttle(REPORT_EVERY_MS, () => this.flush());

  add(note: ProviderNote): void {
    const { provider } = note;
    const report = this.#reports.get(provider) ?? emptyReport(provider);
    this.#reports.set(provider, withNote(report, this.#inOrder(note)));
    this.#throttle.request();
  }

  /** Notes of the same millisecond get different times: their order decides whether an outage began or ended. */
  #inOrder(note: ProviderNote): ProviderNote {
    const atMs = Math.max(note.at.getTime(), (this.#lastAtMs.get(note.provider) ?? 0) + 1);
    this.#lastAtMs.set(note.provider, atMs);
    return { ...note, at: new Date(atMs) };
  }

  /**
   * Stores what was collected; resolves when earlier writes have ended too. A failure is logged, and the notes are lost:
   * calls to providers must not fail for them.
   */
  flush(): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(() => this.#write());
    return this.#lastWrite;
  }

  async #write(): Promise<void> {
    const reports = this.#reports;
    this.#reports = new Map();
    for (const report of reports.values())
      try {
        await addProviderReport(report);
      } catch (error) {
        const { provider } = report;
        log().warn({ provider, failure: errorFields(error) }, "provider report not stored");
      }
  }
}
