import { Notice } from "@/components/ui/notice";
import type { SignInOutcome } from "@/lib/api/client/sign-in";
import { Wait } from "./wait";

/** Explains a failed sign-in, without details that would help an attacker. */
export function SignInFailure({ outcome }: { outcome: SignInOutcome }) {
  if (outcome.kind === "refused")
    return (
      <Notice state="failed" title="Incorrect email or password" isLive>
        <p>Check both and try again. After five failed attempts, sign-in is locked for a minute.</p>
      </Notice>
    );
  if (outcome.kind === "locked" || outcome.kind === "throttled")
    return (
      <Notice state="attention" title="Too many attempts" isLive>
        <Wait key={outcome.untilMs} untilMs={outcome.untilMs} />
      </Notice>
    );
  if (outcome.kind === "no-passkey")
    return (
      <Notice state="attention" title="Not signed in with a passkey" isLive>
        <p>{outcome.text}</p>
      </Notice>
    );
  if (outcome.kind === "sso-required")
    return (
      <Notice state="attention" title="Your company requires single sign-on" isLive>
        <p>Passwords are not accepted. Continue with single sign-on below.</p>
      </Notice>
    );
  if (outcome.kind === "timed-out")
    return (
      <Notice state="attention" title="The code step timed out" isLive>
        <p>Enter your password again.</p>
      </Notice>
    );
  if (outcome.kind === "failed")
    return (
      <Notice state="failed" title="The service did not respond" isLive>
        <p>You’re not signed in. Check your connection and try again.</p>
        {outcome.requestId && (
          <p className="text-small">
            If the problem persists, contact support and quote{" "}
            <code className="font-mono break-all">{outcome.requestId}</code>.
          </p>
        )}
      </Notice>
    );
  return null;
}
