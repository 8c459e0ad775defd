import { Notice } from "@/components/ui/notice";
import type { SignInOutcome } from "./sign-in";

/** Why nobody was signed in, as far as it may be said. */
export function SignInFailure({ outcome }: { outcome: SignInOutcome }) {
  if (outcome.kind === "done") return null;
  if (outcome.kind === "refused")
    return (
      <Notice state="failed" title="That does not match" isLive>
        <p>Check the e-mail and the password, and enter the code if you have a second factor.</p>
        <p className="text-small">
          After five wrong tries an account is locked for a minute, then longer each time.
        </p>
      </Notice>
    );
  if (outcome.kind === "throttled")
    return (
      <Notice state="attention" title="Too many tries from here" isLive>
        <p>Wait {outcome.retryAfterS} seconds and sign in again.</p>
      </Notice>
    );
  return (
    <Notice state="failed" title="The service did not answer" isLive>
      <p>You are not signed in. Check your connection and try again.</p>
      {outcome.requestId && (
        <p className="text-small">
          If it happens again, quote{" "}
          <code className="font-mono break-all">{outcome.requestId}</code>.
        </p>
      )}
    </Notice>
  );
}
