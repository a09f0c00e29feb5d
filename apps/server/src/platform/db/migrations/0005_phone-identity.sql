CREATE TABLE "enrolment_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolment_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolment_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"public_key" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"brand" text NOT NULL,
	"mode" text NOT NULL,
	"imei" text NOT NULL,
	"os_version" text NOT NULL,
	"ip" text NOT NULL,
	"key_owner_id" integer,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "enrolment_requests" ADD CONSTRAINT "enrolment_requests_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_requests" ADD CONSTRAINT "enrolment_requests_key_owner_id_users_id_fk" FOREIGN KEY ("key_owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrolment_challenges_expires_at_index" ON "enrolment_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_requests_key" ON "enrolment_requests" USING btree ("device_id","public_key");--> statement-breakpoint
CREATE INDEX "enrolment_requests_last_at_index" ON "enrolment_requests" USING btree ("last_at");