-- Whoever makes dumps of the database writes here when the next one is due, so that the Health page names one that is
-- missing (docs/backup.md). Only the owner's login writes: dumps are made with it.
CREATE TABLE dump_schedule (
  is_only boolean NOT NULL DEFAULT true,
  last_made_at timestamptz(3),
  next_due_at timestamptz(3) NOT NULL,
  CONSTRAINT dump_schedule_single CHECK (is_only),
  CONSTRAINT dump_schedule_pkey PRIMARY KEY (is_only)
);

GRANT SELECT ON dump_schedule TO partner_wallet_app;
COMMENT ON TABLE public.dump_schedule IS 'When the last dump of the database was made and when the next one is due. One row; none where no dumps are made.';
COMMENT ON COLUMN public.dump_schedule.is_only IS 'Always true: the table has one row.';
COMMENT ON COLUMN public.dump_schedule.last_made_at IS 'When the newest dump was made; null before the first one.';
COMMENT ON COLUMN public.dump_schedule.next_due_at IS 'After this instant, the Health page says that a dump is missing.';
