CREATE TABLE "recordings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer,
	"device_no" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"user_id" integer,
	"file_name" text NOT NULL,
	"keeps_texts" boolean NOT NULL,
	"state" text DEFAULT 'recording' NOT NULL,
	"ending" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"pictures" integer DEFAULT 0 NOT NULL,
	"inputs" integer DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recordings_running" ON "recordings" USING btree ("device_id") WHERE "recordings"."state" = 'recording';--> statement-breakpoint
CREATE INDEX "recordings_device" ON "recordings" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "recordings_tenant" ON "recordings" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "recordings_started_at" ON "recordings" USING btree ("started_at");