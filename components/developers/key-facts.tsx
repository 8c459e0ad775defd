import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { useNow } from "@/components/ui/use-now";
import type { ApiKey } from "./queries";

const DAY_MS = 86_400_000;
/** A warning is shown for the last days of a key. */
const WARNED_DAYS = 7;
/** The most entries of an IP list that are shown without opening it. */
const SHOWN_IPS = 2;

/** The expiry of a key, with a warning in its last days. A rotated key has a status that says as much. */
export function KeyExpiryLine({ apiKey: { status, expiresAt } }: { apiKey: ApiKey }) {
  const nowMs = useNow();
  if (expiresAt === undefined || status === "revoked") return null;
  const isNear =
    status === "active" &&
    nowMs !== undefined &&
    Date.parse(expiresAt) - nowMs <= WARNED_DAYS * DAY_MS;
  const text = (
    <>
      {status === "ended" ? "Expired" : "Expires"} <Time instant={expiresAt} isToMinute />
    </>
  );
  if (!isNear) return <span className="block">{text}</span>;
  return (
    <span className="flex items-center gap-1.5 text-attention">
      <StateMark state="attention" size={14} />
      <span>{text}. Create a replacement</span>
    </span>
  );
}

/** The IP addresses from which a key works: a few are shown, a longer list opens. */
export function KeyIps({ ips }: { ips: readonly string[] }) {
  const list = <span className="font-mono wrap-anywhere">{ips.join(", ")}</span>;
  if (ips.length <= SHOWN_IPS) return <p className="text-quiet">Only from {list}</p>;
  return (
    <details className="text-quiet">
      <summary className="cursor-pointer">Only from {ips.length} IP addresses or ranges</summary>
      {list}
    </details>
  );
}
