import type { VisitorUseCase } from "@/lib/contract/use-cases";
import type { listLedgerKeysContract } from "./contract";
import { publicKeys } from "./signing-keys";

/** Lists the public keys of the daily roots. Source: docs/verifiable-ledger.md */
export const listLedgerKeys: VisitorUseCase<typeof listLedgerKeysContract> = async () => ({
  keys: await publicKeys(),
});
