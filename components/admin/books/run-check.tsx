"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { type BookChecks, useRunCheck } from "./queries";

const MS_PER_S = 1_000;

interface RunCheckProps {
  id: "runInvariants" | "runReconciliation";
  title: string;
  /** Describes the check and how often the service runs it. */
  meaning: string;
  wrong: string;
  check: Omit<NonNullable<BookChecks["invariants"]>, "invariants" | "coverage"> | undefined;
}

function durationText(durationMs: number): string {
  return durationMs < MS_PER_S ? `${durationMs} ms` : `${(durationMs / MS_PER_S).toFixed(1)} s`;
}

/** The time and the result of a check, with a button that runs it now. */
export function RunCheck({ id, title, meaning, wrong, check }: RunCheckProps) {
  const { role } = useReader();
  const run = useRunCheck(id);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 space-y-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-small text-quiet">{meaning}</p>
        </div>
        {role === "auditor" ? (
          <RoleNote>Only administrators and approvers can run this check.</RoleNote>
        ) : (
          <Button look="plain" size="compact" disabled={run.isBusy} onClick={() => run.submit({})}>
            {run.isBusy ? "Running…" : "Run check"}
          </Button>
        )}
      </div>
      {run.failure && (
        <ErrorPanel
          title="The check could not be run"
          failure={run.failure}
          undone="The previous result is shown below."
        />
      )}
      {check ? (
        <p role="status" className="text-small">
          <StateWord
            state={check.isSound ? "settled" : "failed"}
            word={check.isSound ? "Passed" : wrong}
          />
          <span className="text-quiet">
            {" · "}
            <Time instant={check.ranAt} /> · took {durationText(check.durationMs)}
            {check.askedBy && ` · run by ${check.askedBy}`}
            {!check.isSound && check.soundAt && (
              <>
                {" · last passed "}
                <Time instant={check.soundAt} />
              </>
            )}
          </span>
        </p>
      ) : (
        <p className="text-small text-quiet">Not run yet. Runs hourly.</p>
      )}
    </div>
  );
}
