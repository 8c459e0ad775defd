// SQL: creates and drops a schema with the login of the database's owner.

import pg from "pg";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
/** One expression: a loop over the characters takes PL/pgSQL several times as long, and each entry of the ledger needs it. */
const TIME_OF_ID = Array.from({ length: TIME_CHARACTERS }, (_, place) => {
  const digit = `strpos('${ALPHABET}', substr(id, first + ${place}, 1)) - 1`;
  return `(${digit}) * ${32 ** (TIME_CHARACTERS - 1 - place)}::bigint`;
}).join(" + ");

/** The triggers that take the place of the clock. */
const BEGIN = `
  CREATE SCHEMA simulated_time;
  -- The migrations close the hours up to their own time, and no entry can then be dated before it.
  UPDATE ledger.hours_end SET ended_at = '-infinity';
  UPDATE ledger.wallet_hours_end SET ended_at = '-infinity';
  -- The time of an id, in milliseconds: lib/kernel/ids.ts
  CREATE FUNCTION simulated_time.of_id(id text) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    first CONSTANT integer := strpos(id, '_') + 1;
  BEGIN
    RETURN to_timestamp((${TIME_OF_ID}) / 1000.0);
  END
  $$;
  CREATE FUNCTION simulated_time.date_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.created_at := simulated_time.of_id(NEW.id);
    RETURN NEW;
  END
  $$;
  CREATE FUNCTION simulated_time.date_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.created_at := simulated_time.of_id(NEW.journal_id);
    RETURN NEW;
  END
  $$;
  CREATE FUNCTION simulated_time.date_account() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.created_at := coalesce(simulated_time.of_id(coalesce(NEW.card_id, NEW.partner_id)), NEW.created_at);
    RETURN NEW;
  END
  $$;
  CREATE FUNCTION simulated_time.date_delivery() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.due_at := NEW.created_at;
    RETURN NEW;
  END
  $$;
  -- Runs at the end of the statement that records the attempt and moves its delivery on.
  CREATE FUNCTION simulated_time.date_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    ended_at CONSTANT timestamptz := NEW.started_at + NEW.duration_ms * interval '1 millisecond';
  BEGIN
    UPDATE public.webhook_deliveries SET completed_at = CASE WHEN completed_at IS NOT NULL THEN ended_at END, due_at = ended_at
      WHERE event_id = NEW.event_id;
    RETURN NULL;
  END
  $$;
  CREATE FUNCTION simulated_time.date_alert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.opened_at := simulated_time.of_id(NEW.id);
    RETURN NEW;
  END
  $$;
  CREATE FUNCTION simulated_time.date_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.inserted_at := simulated_time.of_id(NEW.id);
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER simulated_time BEFORE INSERT ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION simulated_time.date_withdrawal();
  CREATE TRIGGER simulated_time BEFORE INSERT ON public.alerts FOR EACH ROW EXECUTE FUNCTION simulated_time.date_alert();
  CREATE TRIGGER simulated_time BEFORE INSERT ON ledger.journals FOR EACH ROW EXECUTE FUNCTION simulated_time.date_journal();
  CREATE TRIGGER simulated_time BEFORE INSERT ON ledger.entries FOR EACH ROW EXECUTE FUNCTION simulated_time.date_entry();
  CREATE TRIGGER simulated_time BEFORE INSERT ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION simulated_time.date_account();
  CREATE TRIGGER simulated_time BEFORE INSERT ON public.webhook_deliveries FOR EACH ROW
    EXECUTE FUNCTION simulated_time.date_delivery();
  CREATE TRIGGER simulated_time AFTER INSERT ON public.webhook_attempts FOR EACH ROW
    EXECUTE FUNCTION simulated_time.date_attempt();`;

const END = `
  DO $$
  BEGIN
    IF to_regnamespace('simulated_time') IS NOT NULL THEN
      LOOP
        PERFORM ledger.close_hours();
        EXIT WHEN (SELECT ended_at > clock_timestamp() - interval '2 hours' FROM ledger.hours_end);
        -- An earlier transaction has not ended yet.
        PERFORM pg_sleep(0.05) FROM ledger.hours_end WHERE horizon > pg_snapshot_xmin(pg_current_snapshot());
      END LOOP;
      SET LOCAL client_min_messages = warning;
      DROP SCHEMA simulated_time CASCADE;
    END IF;
  END
  $$`;

/** The ledger must have no row that was stamped by the real clock, or its entries would not be in order. */
const MAY_BEGIN = `
  SELECT NOT EXISTS (SELECT FROM partners) AND NOT EXISTS (SELECT FROM ledger.journals)
    AND NOT EXISTS (SELECT FROM service_environment WHERE environment <> 'staging') AS "mayBegin"`;

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/**
 * From now on the database dates journals, entries, accounts, alerts, withdrawals and deliveries of webhooks by the times of their ids in
 * place of its own clock. Only the database's owner can create the triggers; no function of the ledger changes, and
 * after `endSimulatedTime` nothing of it is left.
 * @throws Error unless the database belongs to staging and has neither a partner nor a journal.
 */
export async function beginSimulatedTime(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ mayBegin: boolean }>(MAY_BEGIN);
    if (!rows[0]?.mayBegin)
      throw new Error("time is simulated only in an empty database of staging");
    await owner.query(BEGIN);
  });
}

/**
 * The database uses its own clock again, and the balances at the end of each past hour are written. Does nothing where
 * time is not simulated.
 */
export async function endSimulatedTime(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, (owner) => owner.query(END));
}
