CREATE TABLE "answered_calls" (
	"device_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answered_calls_device_id_request_id_pk" PRIMARY KEY("device_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "data_wait_seconds" integer DEFAULT 600 NOT NULL;--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_calls_at" ON "answered_calls" USING btree ("answered_at");