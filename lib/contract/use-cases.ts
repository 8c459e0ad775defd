import type { Claim } from "@/lib/ledger";
import type { AnyContract, Data, Input } from "./contract";
import type { CallingPartner } from "./partner";
import type { PartnerPerson, SignedInPerson } from "./person";

/** What a use case of the partner API is given. */
export interface PartnerContext<C extends AnyContract> {
  partner: CallingPartner;
  /** Who asks in a session; left out when it is a key. What sessions may not see is told apart by this alone. */
  person?: PartnerPerson;
  input: Input<C>;
  requestId: string;
  at: Date;
  /** The key's row for the commit; only on endpoints that take a key. */
  claim(response?: unknown, resourceId?: string): Claim;
}

export type UseCase<C extends AnyContract> = (context: PartnerContext<C>) => Promise<Data<C>>;

/** What a use case of the dashboard alone is given. */
export interface PersonContext<C extends AnyContract> {
  partner: CallingPartner;
  person: PartnerPerson;
  input: Input<C>;
  at: Date;
  /** Aborted when whoever asks leaves. */
  signal: AbortSignal;
}

export type PersonUseCase<C extends AnyContract> = (context: PersonContext<C>) => Promise<Data<C>>;

/** What a use case of one's own account is given: a partner's people and the operator's have the same. */
export interface AccountContext<C extends AnyContract> {
  person: SignedInPerson;
  input: Input<C>;
  at: Date;
}

export type AccountUseCase<C extends AnyContract> = (
  context: AccountContext<C>,
) => Promise<Data<C>>;

/** What a use case of administrators is given. */
export interface AdminContext<C extends AnyContract> {
  person: SignedInPerson;
  input: Input<C>;
  requestId: string;
  ipAddress: string | null;
  at: Date;
  /** Aborted when whoever asks leaves. */
  signal: AbortSignal;
}

export type AdminUseCase<C extends AnyContract> = (context: AdminContext<C>) => Promise<Data<C>>;

/** What a use case for visitors is given. */
export interface VisitorContext<C extends AnyContract> {
  input: Input<C>;
  requestId: string;
  ipAddress: string | null;
  at: Date;
}

export type VisitorUseCase<C extends AnyContract> = (
  context: VisitorContext<C>,
) => Promise<Data<C>>;
