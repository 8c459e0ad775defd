import type { Claim } from "@/lib/ledger";
import type { AnyContract, Data, Input } from "./contract";
import type { CallingPartner } from "./partner";
import type { PartnerPerson, SignedInPerson } from "./person";

/** The context of a use case of the partner API. */
export interface PartnerContext<C extends AnyContract> {
  partner: CallingPartner;
  /** The person of the session; absent for an API key. Use cases withhold data from sessions by this alone. */
  person?: PartnerPerson;
  input: Input<C>;
  requestId: string;
  at: Date;
  /** The claim of the idempotency key, for the commit. Only for endpoints that accept such a key. */
  claim(response?: unknown, resourceId?: string): Claim;
}

export type UseCase<C extends AnyContract> = (context: PartnerContext<C>) => Promise<Data<C>>;

/** The context of a use case of the dashboard. */
export interface PersonContext<C extends AnyContract> {
  partner: CallingPartner;
  person: PartnerPerson;
  input: Input<C>;
  at: Date;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export type PersonUseCase<C extends AnyContract> = (context: PersonContext<C>) => Promise<Data<C>>;

/** The context of a use case of a person's own account, the same for people of partners and of the operator. */
export interface AccountContext<C extends AnyContract> {
  person: SignedInPerson;
  input: Input<C>;
  at: Date;
}

export type AccountUseCase<C extends AnyContract> = (
  context: AccountContext<C>,
) => Promise<Data<C>>;

/** The context of a use case of administrators. */
export interface AdminContext<C extends AnyContract> {
  person: SignedInPerson;
  input: Input<C>;
  requestId: string;
  ipAddress: string | null;
  at: Date;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export type AdminUseCase<C extends AnyContract> = (context: AdminContext<C>) => Promise<Data<C>>;

/** The context of a use case for visitors. */
export interface VisitorContext<C extends AnyContract> {
  input: Input<C>;
  requestId: string;
  ipAddress: string | null;
  at: Date;
}

export type VisitorUseCase<C extends AnyContract> = (
  context: VisitorContext<C>,
) => Promise<Data<C>>;
