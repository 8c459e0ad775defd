-- Finds the transactions of the last blocks, whose transfers the reconciliation checks one by one.
CREATE INDEX CONCURRENTLY relayer_transactions_mined_block_idx ON relayer_transactions(chain, block_number) WHERE status = 'mined';
