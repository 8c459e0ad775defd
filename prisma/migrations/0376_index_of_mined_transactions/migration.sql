-- Each poll of a chain finds the transactions that were mined in the last hour, without reading all older ones.
CREATE INDEX CONCURRENTLY relayer_transactions_mined_idx ON relayer_transactions(chain, settled_at) WHERE status = 'mined';
