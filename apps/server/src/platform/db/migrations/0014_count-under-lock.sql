-- Counts along a line must not miss, or count twice, what another transaction changes: those that count devices share a
-- lock that changes of quotas and parents take alone.
CREATE OR REPLACE FUNCTION change_device_totals(who integer, more_owned integer, more_total integer, more_committed integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	quota integer;
	parent integer;
	after integer;
BEGIN
	PERFORM pg_advisory_xact_lock_shared(7214554);
	WHILE who IS NOT NULL AND (more_total <> 0 OR more_committed <> 0) LOOP
		SELECT CASE WHEN deleted_at IS NULL THEN device_number END, parent_id INTO quota, parent FROM users WHERE id = who;
		INSERT INTO device_totals AS t (user_id, owned, total, committed)
		VALUES (who, more_owned, more_total, more_committed)
		ON CONFLICT (user_id) DO UPDATE SET owned = t.owned + excluded.owned, total = t.total + excluded.total,
			committed = t.committed + excluded.committed
		RETURNING t.committed INTO after;
		IF quota IS NOT NULL THEN
			more_committed := greatest(quota, after) - greatest(quota, after - more_committed);
		END IF;
		more_owned := 0;
		who := parent;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_quota_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own device_totals%ROWTYPE;
	before integer := 0;
	after integer;
BEGIN
	PERFORM pg_advisory_xact_lock(7214554);
	SELECT * INTO own FROM device_totals WHERE user_id = NEW.id;
	after := greatest(coalesce(own.committed, 0), CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.device_number, 0) ELSE 0 END);
	IF TG_OP = 'INSERT' THEN
		PERFORM change_device_totals(NEW.parent_id, 0, 0, after);
		RETURN NULL;
	END IF;
	before := greatest(coalesce(own.committed, 0), CASE WHEN OLD.deleted_at IS NULL THEN coalesce(OLD.device_number, 0) ELSE 0 END);
	IF OLD.parent_id IS NOT DISTINCT FROM NEW.parent_id THEN
		PERFORM change_device_totals(NEW.parent_id, 0, 0, after - before);
	ELSE
		PERFORM change_device_totals(OLD.parent_id, 0, -coalesce(own.total, 0), -before);
		PERFORM change_device_totals(NEW.parent_id, 0, coalesce(own.total, 0), after);
	END IF;
	RETURN NULL;
END $$;
