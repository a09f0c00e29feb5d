CREATE TABLE "former_admissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_admissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"group_id" integer,
	"creator_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_phones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_phones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_no" text NOT NULL,
	"state" text NOT NULL,
	"device_id" integer,
	"admission_id" integer,
	"said" jsonb NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"rival" jsonb,
	"key_hash" text,
	"new_key_hash" text,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone,
	"count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "enrolment_requests_key";--> statement-breakpoint
ALTER TABLE "former_admissions" ADD CONSTRAINT "former_admissions_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_admissions" ADD CONSTRAINT "former_admissions_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_phones" ADD CONSTRAINT "former_phones_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_phones" ADD CONSTRAINT "former_phones_admission_id_former_admissions_id_fk" FOREIGN KEY ("admission_id") REFERENCES "public"."former_admissions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "former_phones_no" ON "former_phones" USING btree ("device_no");--> statement-breakpoint
CREATE UNIQUE INDEX "former_phones_key" ON "former_phones" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "former_phones_new_key" ON "former_phones" USING btree ("new_key_hash");--> statement-breakpoint
CREATE INDEX "former_phones_device_id_index" ON "former_phones" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "former_phones_admission_id_index" ON "former_phones" USING btree ("admission_id");--> statement-breakpoint
CREATE INDEX "former_phones_last_at_index" ON "former_phones" USING btree ("last_at");--> statement-breakpoint
INSERT INTO "former_phones" ("device_no", "state", "device_id", "said", "ip", "first_at", "last_at", "count")
SELECT d."device_no", CASE r."state" WHEN 'approved' THEN 'admitted' ELSE r."state" END, d."id",
  '{"imei": "", "brand": "", "model": "", "androidId": "", "ecVersion": "", "osVersion": "", "apkVersion": ""}',
  r."ip", r."first_at", r."last_at", r."count"
FROM "enrolment_requests" r JOIN "devices" d ON d."id" = r."device_id"
WHERE r."kind" = 'number' AND d."device_no" IS NOT NULL;--> statement-breakpoint
DELETE FROM "enrolment_requests" WHERE "kind" = 'number';--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_requests_key" ON "enrolment_requests" USING btree ("device_id","public_key");--> statement-breakpoint
ALTER TABLE "enrolment_requests" DROP COLUMN "kind";