"use client";

import { CodeLine } from "@/components/ui/code-line";
import { useReader } from "@/components/ui/reader";
import { ApiKeys } from "./api-keys";

/** The page of the API keys, with the address of the API. */
export function KeysScreen({ baseUrl }: { baseUrl: string }) {
  const { role } = useReader();
  const firstRequest = `curl "${baseUrl}/api/v1/partner/wallet/balance" \\
  -H "Authorization: Bearer $API_KEY"`;
  return (
    <div className="space-y-8">
      {role === "viewer" ? (
        <p className="text-quiet">
          Only owners and developers can view API keys. Ask an owner if you need one.
        </p>
      ) : (
        <ApiKeys />
      )}
      <section className="max-w-2xl space-y-6">
        <div className="space-y-2">
          <h2 className="font-semibold">Base URL</h2>
          <CodeLine text={baseUrl} label="the base URL" />
        </div>
        <div className="space-y-2">
          <h2 className="font-semibold">First request</h2>
          <CodeLine text={firstRequest} label="the command" />
        </div>
      </section>
    </div>
  );
}
