"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { CheckField } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";
import type { PartnerRole } from "@/lib/contract/roles";
import { mayGrant } from "@/lib/contract/scopes";
import type { Person } from "./queries";

const MAX_KEYS = 100;
type ApiKey = ApiData<"listApiKeys">["keys"][number];

/** Returns the API keys that a removal (`role` null) or another role revokes, and the selection of those to keep. */
export function useKeysOfPerson({ personId }: Person, role: PartnerRole | null) {
  const list = useQuery(
    apiQuery("listApiKeys", { query: { responsible: personId, limit: MAX_KEYS } }),
  );
  const [kept, setKept] = useState<readonly string[]>([]);
  const lost = list.data?.keys.filter(({ scopes }) => role === null || !mayGrant(role, scopes));
  const keep = (keyId: string, isKept: boolean) =>
    setKept((before) => [...before.filter((id) => id !== keyId), ...(isKept ? [keyId] : [])]);
  return { list, lost, kept, keep };
}

function KeyChoice({ apiKey, keep }: { apiKey: ApiKey; keep: (isKept: boolean) => void }) {
  const { name, hint, lastUsedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block font-mono text-quiet wrap-anywhere">{hint}</span>
        <span className="block text-quiet">
          {lastUsedAt ? (
            <>
              Last used <Time instant={lastUsedAt} />
            </>
          ) : (
            "Never used"
          )}
        </span>
      </span>
      <CheckField
        label={
          <>
            Keep<span className="sr-only"> the key {name}</span>
          </>
        }
        onChange={({ target }) => keep(target.checked)}
      />
    </li>
  );
}

interface KeysOfPersonProps {
  person: Person;
  keys: ReturnType<typeof useKeysOfPerson>;
}

/** Lists the API keys that a removal or another role revokes, and lets the owner keep some. */
export function KeysOfPerson({ person: { name }, keys: { list, lost, keep } }: KeysOfPersonProps) {
  if (!lost)
    return list.error ? (
      <ErrorPanel
        title={`API keys of ${name} could not be loaded`}
        failure={toApiError(list.error)}
        onRetry={() => list.refetch()}
      />
    ) : (
      <Skeleton className="h-12" />
    );
  if (lost.length === 0) return <p>No API keys will be revoked.</p>;
  const more = (list.data?.pagination.total ?? 0) - (list.data?.keys.length ?? 0);
  return (
    <div className="space-y-2">
      <p>
        {lost.length === 1 ? "This API key" : `These ${lost.length} API keys`} will be revoked
        immediately. Servers that use {lost.length === 1 ? "it" : "them"} will stop working:
      </p>
      <ul className="divide-y divide-line border-y border-line text-small">
        {lost.map((apiKey) => (
          <KeyChoice
            key={apiKey.keyId}
            apiKey={apiKey}
            keep={(isKept) => keep(apiKey.keyId, isKept)}
          />
        ))}
      </ul>
      {more > 0 && <p>{more} older keys will be revoked too.</p>}
      <p className="text-small text-quiet">
        You become responsible for keys that you keep. {name} may still know them, so rotate them
        soon.
      </p>
    </div>
  );
}
