import type { AnyContract } from "@/lib/contract/contract";
import type { SignedInPerson } from "@/lib/contract/person";

/** An authorized request of a person with a session. */
export interface PersonRequest {
  contract: AnyContract;
  person: SignedInPerson;
  request: Request;
  requestId: string;
  at: Date;
}
