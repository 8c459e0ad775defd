-- Of some alerts only people see the end: money that was missing, and was agreed on with a partner. An administrator closes
-- such an alert, with the reason.
ALTER TABLE alerts
  ADD COLUMN "closed_by" TEXT,
  ADD COLUMN "close_reason" TEXT,
  ADD CONSTRAINT "alerts_closed_by_person" FOREIGN KEY (closed_by) REFERENCES people (id),
  ADD CONSTRAINT "alerts_closed_by" CHECK ((closed_by IS NULL) = (close_reason IS NULL) AND (closed_by IS NULL OR closed_at IS NOT NULL));
CREATE INDEX "alerts_settled_idx" ON alerts (kind, subject) WHERE closed_by IS NOT NULL;
