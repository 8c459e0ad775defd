import { Button } from "@/components/ui/button";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { KeyExpiryLine, KeyIps } from "./key-facts";
import type { ApiKey } from "./queries";
import { scopesText } from "./scope-words";

const STATES: Record<ApiKey["status"], { state: State | undefined; word: string }> = {
  active: { state: "settled", word: "Active" },
  ending: { state: "waiting", word: "Expiring" },
  ended: { state: undefined, word: "Expired" },
  revoked: { state: undefined, word: "Revoked" },
};

interface ApiKeyLineProps {
  apiKey: ApiKey;
  /** The reader's role may create a key with these scopes. */
  mayRoll: boolean;
  onRoll: () => void;
  onRevoke: () => void;
}

/** The creator of a key and its time, and the person responsible now. */
function KeyMaker({ apiKey }: { apiKey: ApiKey }) {
  const { createdAt, createdBy, keptBy } = apiKey;
  return (
    <>
      <span className="block wrap-anywhere">
        Created <Time instant={createdAt} /> by {createdBy}
        {keptBy !== undefined && `, kept by ${keptBy}`}
      </span>
      <KeyExpiryLine apiKey={apiKey} />
    </>
  );
}

/** One API key with its scopes, IP addresses, creator, last use, expiry and actions. */
export function ApiKeyLine({ apiKey, mayRoll, onRoll, onRevoke }: ApiKeyLineProps) {
  const { name, hint, status, scopes, allowedIps, lastUsedAt } = apiKey;
  const isOver = status === "ended" || status === "revoked";
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="truncate font-mono text-quiet">{hint}</p>
        <p className="text-quiet">{scopesText(scopes)}</p>
        {allowedIps && <KeyIps ips={allowedIps} />}
      </div>
      <StateWord {...STATES[status]} />
      <p className="w-60 text-quiet">
        {lastUsedAt ? (
          <>
            Last used <Time instant={lastUsedAt} />
          </>
        ) : (
          "Never used"
        )}
        <KeyMaker apiKey={apiKey} />
      </p>
      <div className="flex flex-wrap items-center gap-2 sm:w-40 sm:justify-end">
        {status === "active" && !mayRoll && (
          <span className="text-quiet">Only owners can rotate this key</span>
        )}
        {status === "active" && mayRoll && (
          <Button look="plain" size="compact" onClick={onRoll}>
            Rotate<span className="sr-only"> {name}</span>
          </Button>
        )}
        {!isOver && (
          <Button look="plain" size="compact" onClick={onRevoke}>
            Revoke<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
