import { Button } from "@/components/ui/button";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ApiKey } from "./queries";

const STATES: Record<ApiKey["status"], { state: State | undefined; word: string }> = {
  active: { state: "settled", word: "Active" },
  ending: { state: "waiting", word: "Ending" },
  ended: { state: undefined, word: "Ended" },
  revoked: { state: undefined, word: "Revoked" },
};

interface ApiKeyLineProps {
  apiKey: ApiKey;
  onRoll: () => void;
  onRevoke: () => void;
}

/** One key: whose it is, when it was used last, and what can be done with it. */
export function ApiKeyLine({ apiKey, onRoll, onRevoke }: ApiKeyLineProps) {
  const { name, hint, status, createdAt, lastUsedAt, expiresAt } = apiKey;
  const isOver = status === "ended" || status === "revoked";
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate font-mono text-quiet">{hint}</p>
      </div>
      <StateWord {...STATES[status]} />
      <p className="w-52 text-quiet">
        {lastUsedAt ? (
          <>
            Used <Time instant={lastUsedAt} />
          </>
        ) : (
          "Never used"
        )}
        <span className="block">
          {status === "ending" && expiresAt ? (
            <>
              Ends <Time instant={expiresAt} isExact />
            </>
          ) : (
            <>
              Created <Time instant={createdAt} />
            </>
          )}
        </span>
      </p>
      <div className="flex gap-2 sm:w-36 sm:justify-end">
        {status === "active" && (
          <Button look="plain" size="compact" onClick={onRoll}>
            Roll<span className="sr-only"> {name}</span>
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
