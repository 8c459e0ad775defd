-- A former secret of webhooks stayed in the database for good, although it signs for 24 hours only. A job deletes it.
GRANT DELETE ON webhook_secrets TO partner_wallet_app;
