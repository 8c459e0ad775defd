"use client";

import { ErrorPanel } from "@/components/ui/error-panel";
import { Notice } from "@/components/ui/notice";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { networkName } from "@/lib/chain/network-name";
import { useProfile } from "./queries";

/** Where to send more, by what, and what must not be sent. */
export function DepositAddress() {
  const { data, error, refetch } = useProfile();
  if (error && !data)
    return (
      <ErrorPanel
        title="The deposit address could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data) return <Skeleton className="h-120" />;
  const { walletAddress, supportedNetworks } = data.wallet;
  if (supportedNetworks.length === 0)
    return (
      <Notice state="attention" title="Deposits are not available">
        <p className="text-small">
          No network is connected, so deposits are not credited. Do not send funds to your deposit
          address. Contact support.
        </p>
      </Notice>
    );
  return (
    <section id="deposit" className="scroll-mt-6 space-y-3">
      <h2 className="font-semibold">Deposit</h2>
      <p className="text-small text-quiet">
        Send stablecoins to this address. It is unique to you and the same on every network below.
      </p>
      <ScanOrCopy text={walletAddress} label="the deposit address" />
      <table className="w-full text-small">
        <thead className="text-left text-quiet">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 font-medium">
              Network
            </th>
            <th scope="col" className="py-2 font-medium">
              Chain ID
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-b border-line">
          {supportedNetworks.map(({ chain, chainId, tokens }) => (
            <tr key={chainId}>
              <td className="h-9">{networkName(chain)}</td>
              <td className="text-quiet tabular-nums">{chainId}</td>
              <td className="text-right uppercase">{tokens.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Notice state="attention" title="Only these tokens on these networks">
        <p className="text-small">
          Other tokens or networks are not credited and must be recovered manually.
        </p>
      </Notice>
    </section>
  );
}
