# Health check of the images: exits with 0 if the container's process reports that it is ready. Written in Bash, because
# starting Node takes 40 times as long, and nine processes are checked every two seconds while they start.
exec 3<>"/dev/tcp/127.0.0.1/$OPS_PORT" &&
  printf 'GET /health/ready HTTP/1.0\r\n\r\n' >&3 &&
  read -r _ status _ <&3 && [ "$status" = 200 ]
