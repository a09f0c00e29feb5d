CREATE TABLE "device_incident_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_incident_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" bigint NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"to_user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"cause_value" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_id" integer,
	"first_acknowledged_at" timestamp (3) with time zone,
	"silenced_until" timestamp (3) with time zone,
	"assignee_id" integer
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "incident_id" bigint;--> statement-breakpoint
ALTER TABLE "device_incident_events" ADD CONSTRAINT "device_incident_events_incident_id_device_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."device_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_incident_events" ADD CONSTRAINT "device_incident_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD CONSTRAINT "device_incidents_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD CONSTRAINT "device_incidents_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_incidents" ADD CONSTRAINT "device_incidents_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_incident_events_incident" ON "device_incident_events" USING btree ("incident_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_incidents_bot" ON "device_incidents" USING btree ("to_user_id") WHERE "device_incidents"."kind" = 'bot' and "device_incidents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "device_incidents_user" ON "device_incidents" USING btree ("to_user_id","ended_at");--> statement-breakpoint
CREATE INDEX "device_incidents_opened" ON "device_incidents" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "device_incidents_ended" ON "device_incidents" USING btree ("ended_at");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_incident_id_device_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."device_incidents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_incident" ON "alarms" USING btree ("incident_id");