import type { PersonUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getRequestContract } from "./contract";
import { presentRequestDetail } from "./present";
import { findRequest } from "./store";

/** Returns one of the partner's requests. @throws ServiceError REQUEST_NOT_FOUND */
export const getRequest: PersonUseCase<typeof getRequestContract> = async ({ partner, input }) => {
  const { requestId } = input.params;
  const row = isId("req", requestId) ? await findRequest(partner.id, requestId) : undefined;
  if (!row) throw new ServiceError("REQUEST_NOT_FOUND");
  return presentRequestDetail(row);
};
