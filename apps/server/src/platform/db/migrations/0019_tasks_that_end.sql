CREATE TABLE "script_tries" (
	"run_key" text PRIMARY KEY NOT NULL,
	"device_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kept" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "stop_at_end" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "stops_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "join_later" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "join_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "script_tries" ADD CONSTRAINT "script_tries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_tries" ADD CONSTRAINT "script_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_tries_device" ON "script_tries" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "script_tries_user" ON "script_tries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_stops" ON "tasks" USING btree ("stops_at") WHERE "tasks"."stops_at" is not null;--> statement-breakpoint
UPDATE "tasks" SET "join_later" = 1 WHERE "schedule_type" = 0 AND "status" = 0 AND EXISTS (SELECT FROM "task_groups" g WHERE g."task_id" = "tasks"."id");
