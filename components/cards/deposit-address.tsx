import { Notice } from "@/components/ui/notice";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";
import { networkName } from "@/lib/chain/network-name";
import type { Card } from "./queries";

/** The deposit address of a crypto card with its networks and tokens, and a warning about all others. */
export function DepositAddress({ card }: { card: Card }) {
  const networks = card.supportedNetworks ?? [];
  if (networks.length === 0)
    return (
      <Notice state="attention" title="Deposits are not available">
        <p className="text-small">
          No network is connected, so deposits are not credited. Do not send funds to this card’s
          address. Contact support.
        </p>
      </Notice>
    );
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Deposit address</h3>
      <ScanOrCopy text={card.depositAddress ?? ""} label="the deposit address" />
      <ul className="divide-y divide-line border-y border-line text-small">
        {networks.map(({ chain, chainId, tokens }) => (
          <li key={chainId} className="flex min-h-9 items-center justify-between gap-3">
            <span>{networkName(chain)}</span>
            <span className="text-quiet">{tokens.join(", ").toUpperCase()}</span>
          </li>
        ))}
      </ul>
      <Notice state="attention" title="Only these tokens on these networks">
        <p className="text-small">
          Other tokens or networks are not credited and must be recovered manually.
        </p>
      </Notice>
    </section>
  );
}
