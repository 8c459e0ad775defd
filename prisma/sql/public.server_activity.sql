-- Returns what the Health page says about all clients of the server: their connections, the oldest transaction that is open
-- in this database, and the standbys. A backup (pg_basebackup), an archive of the write-ahead log (pg_receivewal) and a client
-- of logical replication are connected as standbys are, but nothing can fail over to them: the first is in its own state,
-- the second never replays, the third has a logical slot. PostgreSQL shows the activity of other logins only with the rights of
-- pg_read_all_stats, and then also the text of their statements. So the owner has these rights, and the application only
-- this function; is_visible is false where the owner lacks them (ops/postgres/roles.sql).
CREATE OR REPLACE FUNCTION public.server_activity(OUT connections integer, OUT oldest_transaction_s double precision,
  OUT oldest_transaction_login text, OUT standbys integer, OUT lag_s double precision, OUT owner text, OUT is_visible boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT
    -- Without the rights the type of a connection is hidden, and its database is not. Autovacuum has no login.
    (SELECT count(*)::integer FROM pg_stat_activity WHERE datid IS NOT NULL AND usesysid IS NOT NULL
      AND coalesce(backend_type, 'client backend') = 'client backend'),
    coalesce(extract(epoch FROM clock_timestamp() - t.xact_start), 0)::double precision, t.usename::text,
    r.standbys, r.lag_s, current_user::text, pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
  FROM (SELECT count(*)::integer AS standbys, extract(epoch FROM max(replay_lag))::double precision AS lag_s
      FROM pg_stat_replication s
      WHERE NOT coalesce(s.state = 'backup' OR s.state IN ('catchup', 'streaming') AND s.replay_lsn IS NULL, false)
        AND NOT EXISTS (SELECT FROM pg_replication_slots l WHERE l.active_pid = s.pid AND l.slot_type = 'logical')) r
    LEFT JOIN (SELECT usename, xact_start FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1) t ON true
$$;
