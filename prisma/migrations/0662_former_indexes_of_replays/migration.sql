-- Replays use the two indexes of the migrations before this one.
DROP INDEX webhook_events_unsent_type_idx;
DROP INDEX webhook_deliveries_retried_idx;
