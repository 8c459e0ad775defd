import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { FAILURE_WORDS } from "./failure-words";
import type { Sso } from "./queries";

/** Whether the connection works: its last sign-in, or why the last one was refused. */
export function LastSignIn({
  connection: { lastFailure, lastUsedAt },
}: {
  connection: NonNullable<Sso["connection"]>;
}) {
  if (lastFailure)
    return (
      <Notice state="attention" title="The last sign-in was refused">
        <p className="text-small">
          <Time instant={lastFailure.at} /> · {FAILURE_WORDS[lastFailure.reason]}
        </p>
      </Notice>
    );
  return (
    <p className="text-small text-quiet">
      {lastUsedAt === undefined ? (
        "Nobody has signed in since the last change. Try it in a private window."
      ) : (
        <>
          Last sign-in: <Time instant={lastUsedAt} />
        </>
      )}
    </p>
  );
}
