CREATE TABLE "alarm_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"alarm_count" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"robot_kind" text,
	"robot_address" text DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failure" text,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alarm_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"robot_kind" text NOT NULL,
	"robot_address" text DEFAULT '' NOT NULL,
	"robot_key" text DEFAULT '' NOT NULL,
	"at_all" boolean NOT NULL,
	"frequency" integer NOT NULL,
	"count" integer NOT NULL,
	"prefix" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"memory" integer NOT NULL,
	"offline" integer NOT NULL,
	"low_battery" integer NOT NULL,
	"service_down" boolean NOT NULL,
	"messaged_at" timestamp (3) with time zone,
	"pace_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"device_no" text NOT NULL,
	"user_id" integer NOT NULL,
	"to_user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"value" integer,
	"threshold" integer,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_id" integer,
	"ending" text,
	"lasts" boolean DEFAULT true NOT NULL,
	"calm_since" timestamp (3) with time zone,
	"messages" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"quiet_until" timestamp (3) with time zone,
	"recovery_told" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_messages" ADD CONSTRAINT "alarm_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD CONSTRAINT "alarm_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_messages_user" ON "alarm_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "alarm_messages_waiting" ON "alarm_messages" USING btree ("next_try_at") WHERE "alarm_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alarm_messages_created" ON "alarm_messages" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_settings_user" ON "alarm_settings" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_lasting" ON "alarms" USING btree ("device_id","kind") WHERE "alarms"."lasts";--> statement-breakpoint
CREATE INDEX "alarms_device" ON "alarms" USING btree ("device_id","kind","id");--> statement-breakpoint
CREATE INDEX "alarms_user" ON "alarms" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "alarms_to_user" ON "alarms" USING btree ("to_user_id") WHERE "alarms"."lasts";--> statement-breakpoint
CREATE INDEX "alarms_recovered" ON "alarms" USING btree ("to_user_id") WHERE not "alarms"."lasts" and "alarms"."messages" > 0 and not "alarms"."recovery_told" and "alarms"."ending" = 'over';--> statement-breakpoint
CREATE INDEX "alarms_resolved_at" ON "alarms" USING btree ("resolved_at");