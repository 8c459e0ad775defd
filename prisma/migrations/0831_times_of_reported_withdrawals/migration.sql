-- Of the decisions that a provider withdrew before, the open alerts have the time at which the report arrived. There are few.
-- Apart from the new column, whose lock would last until the end of this.
UPDATE kyc_sessions s SET withdrawn_at = a.opened_at FROM alerts a
  WHERE a.kind = 'kyc_reset' AND a.closed_at IS NULL AND s.user_id = a.subject;
