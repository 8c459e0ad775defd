import { Time } from "@/components/ui/time";
import { policyFacts } from "@/lib/withdrawals/policy/policy-words";
import type { Check } from "./check";
import type { QueuedWithdrawal, Review } from "./queries";

/** Returns the check of the sanctions screening; none while it is off. */
export function screeningChecks(
  { screening: now }: Review,
  { screening: hit }: QueuedWithdrawal,
): Check[] {
  if (hit?.released)
    return [
      {
        state: "attention",
        title: `Released from the sanctions screening by ${hit.released.by}`,
        text: (
          <>
            <Time instant={hit.released.at} />: {hit.released.reason}
          </>
        ),
      },
    ];
  const since = now?.listFetchedAt && (
    <>
      List fetched <Time instant={now.listFetchedAt} />.
    </>
  );
  if (hit || now?.outcome === "hit")
    return [
      {
        state: "failed",
        title: "On the sanctions list",
        text: <>It cannot be approved unless an administrator releases it. {since}</>,
      },
    ];
  if (!now) return [];
  return now.outcome === "clear"
    ? [{ state: "settled", title: "Not on the sanctions list", text: since }]
    : [{ state: "failed", title: "Sanctions screening unavailable", text: now.reason }];
}

/** Returns the checks of the partner's present payout policy, which may be another than at the request. */
export function policyChecks({ policy: { savedAt, ...terms } }: Review): Check[] {
  const limits = policyFacts(terms).slice(2);
  const checks: Check[] = [];
  if (terms.allowList)
    checks.push(
      savedAt === undefined
        ? {
            state: "attention",
            title: "Not on the allow-list",
            text: "After the request, the allow-list was turned on or the address was removed from it.",
          }
        : {
            state: "settled",
            title: "On the allow-list",
            text: (
              <>
                Saved <Time instant={savedAt} />. Waiting time: {terms.waitHours} h.
              </>
            ),
          },
    );
  if (terms.hourLimit !== null || terms.dayLimit !== null || terms.addressDayLimit !== null)
    checks.push({
      state: undefined,
      title: "Payout limits, checked when a withdrawal is requested",
      text: `${limits.map(([label, text]) => `${label}: ${text}`).join(". ")}. Limits set since then did not apply to it.`,
    });
  return checks;
}
