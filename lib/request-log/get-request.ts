import type { PersonUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getRequestContract } from "./contract";
import { presentRequestDetail } from "./present";
import { findRequest } from "./store";

/** Returns one of the partner's requests. @throws ServiceError REQUEST_NOT_FOUND */
export const getRequest: PersonUseCase<typeof getRequestContract> = async ({ partner, input }) => {
  const { requestId } = input.params;
  const row = await findOrRefuse("req", requestId, "REQUEST_NOT_FOUND", () =>
    findRequest(partner.id, requestId),
  );
  return presentRequestDetail(row);
};
