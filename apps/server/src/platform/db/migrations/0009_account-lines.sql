CREATE TABLE "device_totals" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"owned" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"committed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_totals" ADD CONSTRAINT "device_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A user and all users above, nearest first.
CREATE FUNCTION account_line(who integer) RETURNS TABLE (
	id integer, parent_id integer, user_name text, status smallint, deleted_at timestamptz,
	device_number integer, rate_limit integer, tenant_expire_time timestamptz, depth integer
) LANGUAGE sql STABLE ROWS 5 AS $$
	WITH RECURSIVE line AS (
		SELECT u.id, u.parent_id, u.user_name, u.status, u.deleted_at, u.device_number, u.rate_limit, u.tenant_expire_time, 0 AS depth
		FROM users u WHERE u.id = who
		UNION ALL
		SELECT u.id, u.parent_id, u.user_name, u.status, u.deleted_at, u.device_number, u.rate_limit, u.tenant_expire_time, line.depth + 1
		FROM users u JOIN line ON u.id = line.parent_id
	) SELECT * FROM line
$$;
--> statement-breakpoint
-- A cycle would make every walk along the line endless. The lock lets one change of parents in at a time.
CREATE FUNCTION refuse_parent_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found boolean;
BEGIN
	PERFORM pg_advisory_xact_lock(7214554);
	EXECUTE format('WITH RECURSIVE line AS (
		SELECT id, parent_id FROM %1$I WHERE id = $1
		UNION SELECT t.id, t.parent_id FROM %1$I t JOIN line ON t.id = line.parent_id
	) SELECT EXISTS (SELECT FROM line WHERE id = $2)', TG_TABLE_NAME) INTO found USING NEW.parent_id, NEW.id;
	IF found THEN
		RAISE EXCEPTION 'a row cannot be below itself' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_parent_cycle';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_parent_cycle BEFORE UPDATE OF parent_id ON users FOR EACH ROW
	WHEN (NEW.parent_id IS NOT NULL AND OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION refuse_parent_cycle();
--> statement-breakpoint
CREATE TRIGGER departments_parent_cycle BEFORE UPDATE OF parent_id ON departments FOR EACH ROW
	WHEN (NEW.parent_id IS NOT NULL AND OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION refuse_parent_cycle();
--> statement-breakpoint
-- Adds to the totals of a user and of the users above. A quota that covers a change hides it from those above.
CREATE FUNCTION change_device_totals(who integer, more_owned integer, more_total integer, more_committed integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	quota integer;
	parent integer;
	after integer;
BEGIN
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
CREATE FUNCTION follow_device_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change record;
BEGIN
	IF TG_OP = 'INSERT' THEN
		FOR change IN SELECT tenant_id, count(*)::int AS more FROM new_rows
			WHERE tenant_id IS NOT NULL AND device_no IS NOT NULL GROUP BY tenant_id ORDER BY tenant_id
		LOOP PERFORM change_device_totals(change.tenant_id, change.more, change.more, change.more); END LOOP;
	ELSIF TG_OP = 'DELETE' THEN
		FOR change IN SELECT tenant_id, -count(*)::int AS more FROM old_rows
			WHERE tenant_id IS NOT NULL AND device_no IS NOT NULL GROUP BY tenant_id ORDER BY tenant_id
		LOOP PERFORM change_device_totals(change.tenant_id, change.more, change.more, change.more); END LOOP;
	ELSE
		FOR change IN SELECT tenant_id, sum(one)::int AS more FROM (
				SELECT tenant_id, 1 AS one FROM new_rows WHERE tenant_id IS NOT NULL AND device_no IS NOT NULL
				UNION ALL
				SELECT tenant_id, -1 FROM old_rows WHERE tenant_id IS NOT NULL AND device_no IS NOT NULL
			) AS both_rows GROUP BY tenant_id HAVING sum(one) <> 0 ORDER BY tenant_id
		LOOP PERFORM change_device_totals(change.tenant_id, change.more, change.more, change.more); END LOOP;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER devices_added AFTER INSERT ON devices REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION follow_device_changes();
--> statement-breakpoint
CREATE TRIGGER devices_changed AFTER UPDATE ON devices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION follow_device_changes();
--> statement-breakpoint
CREATE TRIGGER devices_removed AFTER DELETE ON devices REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION follow_device_changes();
--> statement-breakpoint
CREATE FUNCTION follow_quota_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own device_totals%ROWTYPE;
	before integer := 0;
	after integer;
BEGIN
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
--> statement-breakpoint
CREATE TRIGGER users_added AFTER INSERT ON users FOR EACH ROW
	WHEN (NEW.parent_id IS NOT NULL AND NEW.device_number IS NOT NULL) EXECUTE FUNCTION follow_quota_changes();
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE OF parent_id, device_number, deleted_at ON users FOR EACH ROW
	WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id OR OLD.device_number IS DISTINCT FROM NEW.device_number
		OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION follow_quota_changes();
--> statement-breakpoint
DO $$
DECLARE one record;
BEGIN
	FOR one IN SELECT parent_id, device_number FROM users WHERE deleted_at IS NULL AND parent_id IS NOT NULL AND device_number > 0
	LOOP PERFORM change_device_totals(one.parent_id, 0, 0, one.device_number); END LOOP;
	FOR one IN SELECT tenant_id, count(*)::int AS more FROM devices
		WHERE tenant_id IS NOT NULL AND device_no IS NOT NULL GROUP BY tenant_id
	LOOP PERFORM change_device_totals(one.tenant_id, one.more, one.more, one.more); END LOOP;
END $$;
