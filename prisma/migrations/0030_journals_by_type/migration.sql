-- The list of journals of one type is read from an index that nothing else can be read from. The one before began as that
-- of (type, source_id) does, and the checks of a card's holds, which look for a range of sources, were planned to read it:
-- every authorisation there ever was, for each new one.
DROP INDEX ledger.journals_type_id_idx;
CREATE INDEX journals_lower_type_id_idx ON ledger.journals (lower(type), id DESC);
