import type { AccountUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { renamePasskeyContract } from "./contract";
import { findPasskeyOf } from "./find-passkey-of";
import { presentPasskey } from "./present";
import { setPasskeyName } from "./store";

/** Renames one of the person's own passkeys. */
export const renamePasskey: AccountUseCase<typeof renamePasskeyContract> = async ({
  person,
  input,
}) => {
  const passkey = await findPasskeyOf(person.id, input.params.passkeyId);
  const { name } = input.body;
  describeAudit({ before: { name: passkey.name }, after: { name } });
  if (!(await setPasskeyName(person.id, passkey.id, name)))
    throw new ServiceError("PASSKEY_NOT_FOUND");
  return presentPasskey({ ...passkey, name });
};
