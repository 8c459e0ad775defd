-- Makes the logins and the database of the service, as a superuser of PostgreSQL:
--
--     psql -f ops/postgres/roles.sql
--
-- It asks for three passwords, or reads them from its input, a line each. In arguments every user of the machine, the shell's
-- history and sudo's log would have them.
--
-- wallet               owns the database and runs migrations (DATABASE_MIGRATE_URL). Nothing else has its password.
-- partner_wallet_app   the service logs in as this (DATABASE_URL). It owns nothing.
-- partner_wallet_read  reports and support: reads, and sees no secrets.
--
-- The migrations give the last two their rights. The roles belong to the cluster, and so do these statements: run them
-- again after a restore into another cluster.
\set ON_ERROR_STOP on
\prompt 'Password for wallet: ' owner_password
\prompt 'Password for partner_wallet_app: ' app_password
\prompt 'Password for partner_wallet_read: ' read_password
CREATE ROLE wallet LOGIN CREATEROLE PASSWORD :'owner_password';
CREATE ROLE partner_wallet_app LOGIN PASSWORD :'app_password';
CREATE ROLE partner_wallet_read LOGIN PASSWORD :'read_password';
-- The owner keeps both roles' rights in order, and may set their settings.
GRANT partner_wallet_app, partner_wallet_read TO wallet WITH ADMIN OPTION;
-- For the lag of standbys and for old transactions of other logins, which PostgreSQL hides otherwise. The service reads
-- both through a function of the owner, and sees no statements of other logins.
GRANT pg_read_all_stats TO wallet;

-- What a connection of the service needs, also behind a pooler that drops startup parameters: docs/pooler.md.
ALTER ROLE partner_wallet_app SET statement_timeout = '15s';
ALTER ROLE partner_wallet_app SET lock_timeout = '10s';
ALTER ROLE partner_wallet_app SET synchronous_commit = 'on';
ALTER ROLE partner_wallet_app SET default_transaction_isolation = 'read committed';
ALTER ROLE partner_wallet_app SET TimeZone = 'UTC';
ALTER ROLE partner_wallet_app SET plan_cache_mode = 'force_generic_plan';
ALTER ROLE partner_wallet_app SET enable_seqscan = 'off';
-- Without sequential scans the planner takes those of short tables for so expensive that it compiles their statements, for
-- seconds. This is not a setting that the service asks for.
ALTER ROLE partner_wallet_app SET jit = 'off';
-- Starting processes for a short statement takes longer than the statement. The service does not require this setting either.
ALTER ROLE partner_wallet_app SET max_parallel_workers_per_gather = '0';
-- A report must not hold back VACUUM for long.
ALTER ROLE partner_wallet_read SET default_transaction_read_only = 'on';
ALTER ROLE partner_wallet_read SET statement_timeout = '60s';
ALTER ROLE partner_wallet_read SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE partner_wallet_read SET TimeZone = 'UTC';

-- Not the locale of the machine, which the cluster has by default: its order of texts changes with the C library, and indexes made
-- before then miss rows. The order of C.UTF-8 never changes.
CREATE DATABASE wallet OWNER wallet TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE wallet FROM PUBLIC;
-- The application's check that the database accepts writes makes a temporary table.
GRANT CONNECT, TEMPORARY ON DATABASE wallet TO partner_wallet_app;
GRANT CONNECT ON DATABASE wallet TO partner_wallet_read;
