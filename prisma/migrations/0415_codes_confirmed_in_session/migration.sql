-- A session also accepts a recovery code again that confirmed a change in it; the comment said that only the first one counts.

COMMENT ON COLUMN public.recovery_codes.used_in IS 'The session that the code started, or in which it confirmed a change; in this session it is accepted again.';
