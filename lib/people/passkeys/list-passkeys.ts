import type { AccountUseCase } from "@/lib/contract/use-cases";
import type { listPasskeysContract } from "./contract";
import { presentPasskey } from "./present";
import { listPasskeysOf } from "./store";

/** Lists the person's own passkeys. */
export const listPasskeys: AccountUseCase<typeof listPasskeysContract> = async ({ person }) => ({
  passkeys: (await listPasskeysOf(person.id)).map(presentPasskey),
});
